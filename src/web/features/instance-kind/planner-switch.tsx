import type { PlannerChoice } from '#contract/instance-kind.ts';
import { Badge } from '#web/ui/badge.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';

interface PlannerSwitchProps {
  configured: PlannerChoice['configured'];
  builtIn: boolean;
  onChange: (builtIn: boolean) => void;
}

const MODELS = { anthropic: 'Claude', 'openai-compatible': 'Model', embedded: 'Built in' };

/** Without a model configured on the server there is nothing to choose. */
export function PlannerSwitch({ configured, builtIn, onChange }: PlannerSwitchProps) {
  if (configured === null) return <Badge tone="outline">Built in</Badge>;
  return (
    <SegmentedControl
      label="Planner"
      options={[
        { value: 'built-in', label: 'Built in' },
        { value: 'model', label: MODELS[configured] },
      ]}
      value={builtIn ? 'built-in' : 'model'}
      onChange={(value) => onChange(value === 'built-in')}
    />
  );
}
