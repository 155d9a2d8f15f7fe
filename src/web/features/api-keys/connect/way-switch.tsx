import type { AgentClientSpec, Way } from '#contract/clients/client.ts';
import { CONNECT_TEXTS as T } from '#contract/connect-texts.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './way-switch.module.css';

interface WaySwitchProps {
  client: AgentClientSpec;
  way: Way;
  onChange: (way: Way) => void;
}

/** Signing in (OAuth) is preferred; a key is for clients and places that cannot. */
export function WaySwitch({ client: { ways, name }, way, onChange }: WaySwitchProps) {
  if (ways.length === 1)
    return (
      <p className={cx(styles.way, typography.small, typography.secondary)}>
        {way === 'key' ? T.keyOnly(name) : T.signInOnly(name)}
      </p>
    );
  return (
    <div className={styles.way}>
      <SegmentedControl
        label={T.way}
        value={way}
        onChange={onChange}
        options={ways.map((each) => ({ value: each, label: T.ways[each] }))}
      />
      <p className={cx(typography.small, typography.secondary)}>{way === 'key' ? T.keyNote : T.signInNote}</p>
    </div>
  );
}
