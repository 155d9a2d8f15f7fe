import {
  CallLink,
  CallToAction,
  FinalCall,
  PublicFrame,
  Questions,
  useIsSignedIn,
} from '#web/features/public-frame/index.ts';
import { useHasPlans, useIsKindKnown, useIsTeam } from '#web/lib/net/instance.ts';
import { useFullTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { Comparison } from './comparison.tsx';
import { Differentiators } from './differentiators.tsx';
import { Relay } from './relay.tsx';
import { Steps } from './steps.tsx';
import { TaskScreenFrame } from './task-screen-frame.tsx';
import styles from './hero.module.css';
import { final, hero, planQuestions, questions } from './texts.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import layout from '#web/styles/layout.module.css';

export function Component() {
  useFullTitle('Baton · the context store for AI coding agents');
  return (
    <PublicFrame>
      <section className={cx(layout.page, styles.hero)}>
        <h1>{hero.title}</h1>
        <p>{hero.lead}</p>
        <CallToAction className={styles.actions}>
          <StartAndPricing />
          <span className={cx(typography.tertiary, typography.small, styles.setup)}>{hero.setup}</span>
        </CallToAction>
        <Relay />
      </section>
      <TaskScreenFrame />
      <Differentiators />
      <Comparison />
      <Steps />
      <Questions items={useHasPlans() ? [...questions, ...planQuestions] : questions} />
      <FinalCall title={final.title} text={final.text}>
        <StartAndPricing />
      </FinalCall>
    </PublicFrame>
  );
}

const UNSEEN = { visibility: 'hidden' } as const;

function StartAndPricing() {
  // Invisible until the kind of the instance is loaded, but with their space reserved: no layout shift.
  const style = useIsKindKnown() ? undefined : UNSEEN;
  const isTeam = useIsTeam();
  if (useIsSignedIn())
    return (
      <CallLink variant="primary" to={paths.projects}>
        Go to Projects
      </CallLink>
    );
  // A team sells nothing and only those invited can sign up.
  if (isTeam)
    return (
      <>
        <CallLink variant="primary" to={paths.login}>
          Sign In
        </CallLink>
        <CallLink to={paths.signup}>I Was Invited</CallLink>
      </>
    );
  return (
    <>
      <CallLink variant="primary" to={paths.signup} style={style}>
        Start Free
      </CallLink>
      <CallLink to={paths.pricing} style={style}>
        View Pricing
      </CallLink>
    </>
  );
}
