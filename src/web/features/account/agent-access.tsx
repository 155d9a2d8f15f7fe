import { Checkbox } from '#web/ui/checkbox.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './agent-access.module.css';

export interface Endings {
  revokeApiKey: boolean;
  disconnectApps: boolean;
}

interface AgentAccessProps {
  value: Endings;
  onChange: (value: Endings) => void;
  /** Which of the two exist for this account. */
  asks: { apiKey: boolean; apps: boolean };
}

/** A new password ends the browser sessions only: whether keys and apps are revoked too is the owner's choice. */
export function AgentAccess({ value, onChange, asks }: AgentAccessProps) {
  if (!asks.apiKey && !asks.apps) return null;
  return (
    <fieldset className={cx(layout.column, layout.gap8)}>
      <legend className={cx(typography.small, typography.secondary, styles.legend)}>
        Agents go on working. If somebody else may have had your password, end that too:
      </legend>
      {asks.apiKey && (
        <Checkbox
          checked={value.revokeApiKey}
          onChange={(event) => onChange({ ...value, revokeApiKey: event.target.checked })}
        >
          Revoke all API keys
        </Checkbox>
      )}
      {asks.apps && (
        <Checkbox
          checked={value.disconnectApps}
          onChange={(event) => onChange({ ...value, disconnectApps: event.target.checked })}
        >
          Disconnect all apps
        </Checkbox>
      )}
    </fieldset>
  );
}
