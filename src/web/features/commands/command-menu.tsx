import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { counted } from '#contract/counted.ts';
import { useShortcut } from '#web/lib/keys/use-shortcut.ts';
import { Kbd, Keys } from '#web/ui/keys.tsx';
import type { Command } from './command.ts';
import { CommandList, optionId } from './command-list.tsx';
import type { Page } from './list-pages.ts';
import { useCommands } from './use-commands.tsx';
import { useModalDialog } from './use-modal-dialog.ts';
import typography from '#web/styles/typography.module.css';
import styles from './command-menu.module.css';
import { DialogLayer } from '#web/ui/dialog.tsx';

interface MenuProps {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** The pages of the console, on its own screens. */
  consolePages?: readonly Page[] | undefined;
}

const NO_PAGES: readonly Page[] = [];

/** Command palette: what can be done on this page, where to go, and search in tasks, notes, PRD and projects. */
export function CommandMenu({ open, onOpen, onClose, consolePages = NO_PAGES }: MenuProps) {
  useShortcut({ keys: 'mod+k', label: 'Command menu', group: 'General', keyOnly: true, inInputs: true, run: onOpen });
  return open ? <OpenMenu onClose={onClose} consolePages={consolePages} /> : null;
}

function OpenMenu({ onClose, consolePages }: { onClose: () => void; consolePages: readonly Page[] }) {
  const [query, setQuery] = useState('');
  const [wished, setWished] = useState<string>();
  const layer = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useModalDialog(layer, input);

  const { groups, failed, searching } = useCommands(query, consolePages);
  const commands = groups.flatMap((group) => group.commands);
  const active = commands.find((command) => command.id === wished) ?? commands[0];
  const activeId = active && optionId(id, active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const choose = (command: Command) => {
    // Closed synchronously first, so that the focus is restored before the command moves it.
    flushSync(onClose);
    command.run();
  };
  const step = (by: number) => {
    const at = active ? commands.indexOf(active) : -1;
    setWished(commands.at((at + by + commands.length) % (commands.length || 1))?.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isAgain = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && active) choose(active);
    else if (event.key === 'Escape' || isAgain) onClose();
    else return;
    event.preventDefault();
  };

  return (
    <DialogLayer
      ref={layer}
      aria-label="Command menu"
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.target === layer.current && onClose()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.menu}>
        <div className={styles.box}>
          <Search />
          <input
            ref={input}
            className={styles.input}
            role="combobox"
            aria-label="Search or jump to"
            aria-expanded={commands.length > 0}
            aria-controls={commands.length > 0 ? id : undefined}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder="Search or jump to…"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setWished(undefined);
            }}
          />
        </div>
        {commands.length > 0 && (
          <CommandList id={id} groups={groups} active={active} onPoint={setWished} onChoose={choose} />
        )}
        {commands.length === 0 && !searching && <p className={styles.none}>Nothing found for “{query.trim()}”</p>}
        {failed && <p className={styles.none}>Notes and PRD could not be searched.</p>}
        <p className={styles.hints} aria-hidden="true">
          <Keys keys="arrowup arrowdown" /> to move <Kbd>↵</Kbd> to choose <Kbd>esc</Kbd> to close
        </p>
        <output className={typography.visuallyHidden}>{searching ? '' : counted(commands.length, 'result')}</output>
      </div>
    </DialogLayer>
  );
}
