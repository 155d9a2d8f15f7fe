import './commands.css';
import { Search } from 'lucide-react';
import { Keys } from '#web/ui/keys.tsx';
import icon from '#web/styles/icon.module.css';

/** The way into the command menu for those who do not know its key. */
export function FindButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="findbtn" aria-haspopup="dialog" onClick={onClick}>
      <Search className={icon.size14} />
      <span className="lead">Search or jump to…</span>
      <span className="hint" aria-hidden="true">
        <Keys keys="mod+k" />
      </span>
    </button>
  );
}
