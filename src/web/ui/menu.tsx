import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { floatBeside } from './anchor.ts';
import { cx } from './cx.ts';
import { MenuContext } from './menu-items.tsx';
import styles from './menu.module.css';
import { focusItem, itemsOf, nextByTyping } from './menu-focus.ts';

export interface MenuTrigger {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface MenuProps {
  label: string;
  /** Renders the button, which has to spread the given props. */
  trigger: (props: MenuTrigger) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** On a phone it is a sheet at the bottom of the window instead of a dropdown. */
  sheetOnPhone?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Arrow keys, Home, End and typeahead move, Enter and Space choose, Escape and Tab close. */
export function Menu({ label, trigger, align = 'end', sheetOnPhone, className, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<'first' | 'last' | undefined>();

  const close = (returnFocus: boolean) => {
    setOpened(undefined);
    if (returnFocus) button.current?.focus();
  };
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== undefined,
        'aria-controls': opened && id,
        onClick: () => setOpened(opened ? undefined : 'first'),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {opened && (
        <MenuContext value={() => close(true)}>
          <MenuList
            id={id}
            label={label}
            anchor={button}
            align={align}
            className={cx(sheetOnPhone && styles.sheet, className)}
            start={opened}
            onClose={close}
          >
            {children}
          </MenuList>
        </MenuContext>
      )}
    </>
  );
}

interface MenuListProps {
  id: string;
  label: string;
  anchor: { current: HTMLButtonElement | null };
  align: 'start' | 'end';
  className: string | undefined;
  start: 'first' | 'last';
  onClose: (returnFocus: boolean) => void;
  children: ReactNode;
}

function MenuList({ id, label, anchor, align, className, start, onClose, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });

  useLayoutEffect(() => {
    if (!list.current || !anchor.current) return;
    floatBeside(list.current, anchor.current, { side: 'bottom', align, gap: 6 });
    focusItem(itemsOf(list.current).at(start === 'first' ? 0 : -1));
  }, [anchor, align, start]);

  useEffect(() => {
    const outside = (event: Event) => {
      if (!(event.target instanceof Node)) return;
      if (!list.current?.contains(event.target) && !anchor.current?.contains(event.target)) onClose(false);
    };
    const moved = () => onClose(true);
    document.addEventListener('pointerdown', outside, true);
    window.addEventListener('resize', moved);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      window.removeEventListener('resize', moved);
    };
  }, [anchor, onClose]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = itemsOf(event.currentTarget);
    const index = items.findIndex((item) => item === document.activeElement);
    const go = (item: HTMLElement | undefined) => {
      event.preventDefault();
      focusItem(item);
    };
    if (event.key === 'ArrowDown') go(items[(index + 1) % items.length]);
    else if (event.key === 'ArrowUp') go(items.at(index <= 0 ? -1 : index - 1));
    else if (event.key === 'Home') go(items[0]);
    else if (event.key === 'End') go(items.at(-1));
    else if (event.key === 'Tab') onClose(true);
    else if (event.key === 'Escape') {
      event.preventDefault();
      onClose(true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      items[index]?.click();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      typed.current = {
        text: event.timeStamp - typed.current.at < 700 ? typed.current.text + event.key : event.key,
        at: event.timeStamp,
      };
      go(nextByTyping(items, index, typed.current.text));
    }
  };

  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={cx(styles.menu, className)}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
