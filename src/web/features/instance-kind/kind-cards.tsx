import styles from './instance-kind.module.css';
import { Check, Globe, type LucideIcon, Users } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { PrefixInput } from '#web/ui/inputs.tsx';
import type { Choice } from './choice.ts';
import { KindHint } from './kind-hint.tsx';
import { WithCode } from '#web/ui/with-code.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';

interface KindCardsProps {
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** Set by the environment: shown, and cannot be changed here. */
  fixed: boolean;
  /** Below the points of a public service. */
  serviceFacts: ReactNode;
}

const JOINING = [
  { value: 'invited', label: T.invited },
  { value: 'domain', label: T.domain },
] as const;

/** Two cards that are radio buttons, so that the arrow keys move between them. */
export function KindCards({ choice, onChoose, fixed, serviceFacts }: KindCardsProps) {
  const choose = (kind: Choice['kind']) => onChoose({ ...choice, kind });
  const card = { fixed, chosen: choice.kind, onChoose: choose };
  return (
    <fieldset className={styles.kinds}>
      <legend className={styles.kindsQuestion}>{T.question}</legend>
      <div className={styles.kindsGrid}>
        <Card {...card} kind="team" icon={Users} title={T.team} points={T.teamPoints}>
          <SegmentedControl
            label="Who may join"
            options={JOINING}
            value={choice.signUpBy}
            onChange={(signUpBy) => onChoose({ ...choice, kind: fixed ? choice.kind : 'team', signUpBy })}
          />
          {choice.signUpBy === 'domain' && (
            <PrefixInput
              prefix="@"
              aria-label="Allowed domain"
              autoComplete="off"
              spellCheck={false}
              value={choice.domains}
              onChange={(event) => onChoose({ ...choice, domains: event.target.value })}
            />
          )}
          <KindHint>{T.confirmed}</KindHint>
        </Card>
        <Card {...card} kind="service" icon={Globe} title={T.service} points={T.servicePoints}>
          {serviceFacts}
        </Card>
      </div>
      {fixed && (
        <p className={cx(typography.small, typography.tertiary)}>
          <WithCode text={T.fromEnvironment} />
        </p>
      )}
    </fieldset>
  );
}

interface CardProps {
  kind: Choice['kind'];
  chosen: Choice['kind'];
  icon: LucideIcon;
  title: string;
  points: readonly string[];
  fixed: boolean;
  onChoose: (kind: Choice['kind']) => void;
  children: ReactNode;
}

function Card({ kind, chosen, icon: Icon, title, points, fixed, onChoose, children }: CardProps) {
  const id = useId();
  const isOn = kind === chosen;
  return (
    <div className={cx(surface.card, styles.kind, isOn && styles.chosen)}>
      <label htmlFor={id}>
        <Icon aria-hidden="true" />
        {title}
        <input
          id={id}
          className={styles.choice}
          type="radio"
          name="kind"
          checked={isOn}
          disabled={fixed && !isOn}
          onChange={() => onChoose(kind)}
        />
      </label>
      <ul>
        {points.map((point) => (
          <li key={point}>
            <Check aria-hidden="true" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      <div className={styles.kindMore}>{children}</div>
    </div>
  );
}
