import { Copy, Ellipsis, Link2, Pencil, Pin, PinOff, Replace, Trash2 } from 'lucide-react';
import type { Note } from '#contract/note.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { isNewRow } from '#web/lib/live/new-rows.ts';
import { paths } from '#web/paths.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { MenuItem, MenuSeparator } from '#web/ui/menu-items.tsx';
import { toast } from '#web/ui/toast.ts';

export interface NoteMenuProps {
  note: Note;
  onEdit: () => void;
  onReplace: () => void;
  onPin: (pinned: boolean) => void;
  onDelete: () => void;
}

async function copy(text: string, what: string) {
  const copied = await copyText(text);
  toast(
    copied
      ? { variant: 'success', title: 'Copied!', description: `${what} copied to clipboard` }
      : { variant: 'destructive', title: 'Copy Failed', description: `Failed to copy the ${what.toLowerCase()}` },
  );
}

/** Deep link to the note in its task's list. */
function noteAddress({ id, project_id, task_id }: Note) {
  const query = task_id === null ? '' : `?task=${task_id}`;
  return new URL(`${paths.tasks(project_id)}${query}#note-${id}`, location.origin).href;
}

export function NoteMenu({ note, onEdit, onReplace, onPin, onDelete }: NoteMenuProps) {
  const locked = useEditLock() !== undefined;
  return (
    <Menu
      label="Note actions"
      trigger={(props) => <IconButton {...props} size="sm" label="Note actions" icon={<Ellipsis />} />}
    >
      <MenuItem disabled={locked} icon={<Pencil />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem disabled={locked} icon={note.pinned ? <PinOff /> : <Pin />} onSelect={() => onPin(!note.pinned)}>
        {note.pinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      {note.superseded_by_id === null && (
        <MenuItem disabled={locked} icon={<Replace />} onSelect={onReplace}>
          Replace with a new note
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Copy />} onSelect={() => void copy(note.body, 'Text')}>
        Copy text
      </MenuItem>
      <MenuItem disabled={isNewRow(note.id)} icon={<Link2 />} onSelect={() => void copy(noteAddress(note), 'Link')}>
        Copy link
      </MenuItem>
      <MenuSeparator />
      <MenuItem disabled={locked} icon={<Trash2 />} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}
