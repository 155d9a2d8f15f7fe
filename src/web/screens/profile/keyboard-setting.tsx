import { setSingleKeys } from '#web/lib/keys/shortcuts.ts';
import { useSingleKeysOn } from '#web/lib/keys/use-shortcut.ts';
import { Switch } from '#web/ui/switch.tsx';
import { AccountRow } from './account-row.tsx';

export function KeyboardSetting() {
  const on = useSingleKeysOn();
  return (
    <AccountRow title="Keyboard" about="Kept in this browser.">
      <Switch
        label="Single-key shortcuts"
        help="Keys such as C, T and ? without Ctrl or Alt. Press ? to see them all."
        checked={on}
        onChange={setSingleKeys}
      />
    </AccountRow>
  );
}
