import { Checkbox } from '#web/ui/choices.tsx';

export interface Endings {
  revokeApiKey: boolean;
  disconnectApps: boolean;
}

interface AgentAccessProps {
  value: Endings;
  onChange: (value: Endings) => void;
  /** What there is to ask about. */
  asks: { apiKey: boolean; apps: boolean };
}

/** A new password signs browsers out. Whether agents go on working is for their owner to say. */
export function AgentAccess({ value, onChange, asks }: AgentAccessProps) {
  if (!asks.apiKey && !asks.apps) return null;
  return (
    <fieldset className="col g2">
      <legend className="small t2 mb-2">
        Agents go on working. If somebody else may have had your password, end that too:
      </legend>
      {asks.apiKey && (
        <Checkbox
          checked={value.revokeApiKey}
          onChange={(event) => onChange({ ...value, revokeApiKey: event.target.checked })}
        >
          Revoke the API key
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
