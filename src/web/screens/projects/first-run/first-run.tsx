import { Check, X } from 'lucide-react';
import { FIRST_RUN_TEXTS as T } from '#contract/first-run-texts.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { useMe } from '#web/features/account/index.ts';
import layout from '#web/styles/layout.module.css';
import surface from '#web/styles/surface.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ConnectStep } from './connect-step.tsx';
import { CreateStep, type CreateStepProps } from './create-step.tsx';
import { ExampleOffer } from './example-offer.tsx';
import { firstStepsOf } from './first-steps.ts';
import { PrdStep } from './prd-step.tsx';
import { Step } from './step.tsx';
import type { FirstRunShown } from './use-first-run.ts';
import styles from './first-run.module.css';

interface FirstRunProps extends CreateStepProps {
  shown: FirstRunShown;
  projects: readonly ProjectSummary[];
}

/** The way to the first agent: as the whole page before there is a project, then as a list above the cards. */
export function FirstRun({ shown, projects, ...creating }: FirstRunProps) {
  const { agent } = shown;
  const { project, states, planned } = firstStepsOf(projects, agent);
  const isWhole = shown.as === 'whole';
  if (!isWhole && states[3] === 'done' && states[2] === 'done') return <AllDone shown={shown} />;
  const heading = isWhole ? 'h2' : 'h3';
  return (
    <section className={cx(styles.firstRun, isWhole && styles.whole)} aria-labelledby="first-run">
      {isWhole ? <Head /> : <ListHead onHide={shown.hide} />}
      <ol className={cx(surface.card, styles.steps)}>
        <Step
          n={1}
          state={states[1]}
          title={T.create}
          hint={project === undefined ? T.createHint : project.name}
          heading={heading}
        >
          <CreateStep {...creating} />
        </Step>
        <Step n={2} state={states[2]} title={T.prd} hint={states[2] === 'done' ? planned : T.prdHint} heading={heading}>
          {project !== undefined && <PrdStep projectId={project.id} />}
        </Step>
        <Step n={3} state={states[3]} title={T.connect} hint={sayConnect(states[3], agent)} heading={heading}>
          {project !== undefined && <ConnectStep projectId={project.id} agent={agent} />}
        </Step>
      </ol>
      {/* Live region: the first call happens elsewhere, at no one's click. */}
      <output className={typography.visuallyHidden}>
        {agent.kind === 'connected' ? T.connected(agent.agent) : ''}
      </output>
      {!projects.some((each) => each.is_example) && project === undefined && <ExampleOffer />}
    </section>
  );
}

/** One line once all is done: from here on the page is about what needs the person. */
function AllDone({ shown: { agent, hide } }: Pick<FirstRunProps, 'shown'>) {
  return (
    <section className={cx(styles.firstRun, surface.card, styles.allDone)} aria-label={T.listTitle}>
      <Check className={styles.tick} aria-hidden="true" />
      <output className={layout.grow}>{T.allDone(agent.kind === 'connected' ? agent.agent : '')}</output>
      <IconButton size="sm" label={T.hide} icon={<X />} onClick={hide} />
    </section>
  );
}

const sayConnect = (state: 'now' | 'done' | 'later', agent: FirstRunShown['agent']) =>
  agent.kind === 'connected' ? T.connected(agent.agent) : state === 'later' ? T.connectLater : T.connectHint;

function Head() {
  const { data: me } = useMe();
  const name = me?.display_name || me?.email;
  return (
    <header className={styles.head}>
      <h1 id="first-run">{PROJECT_TEXTS.emptyTitle}</h1>
      <p>
        {name !== undefined && `${T.hello(name)} `}
        {T.lead}
      </p>
    </header>
  );
}

function ListHead({ onHide }: { onHide: () => void }) {
  return (
    <header className={styles.listHead}>
      <h2 id="first-run">{T.listTitle}</h2>
      <IconButton size="sm" label={T.hide} icon={<X />} onClick={onHide} />
    </header>
  );
}
