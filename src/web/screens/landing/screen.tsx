import './landing.css';
import { PublicFrame, Questions } from '#web/features/public-frame/index.ts';
import { useHasPlans, useIsKindKnown, useIsTeam } from '#web/lib/net/instance.ts';
import { useFullTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Comparison } from './comparison.tsx';
import { Differentiators } from './differentiators.tsx';
import { Relay } from './relay.tsx';
import { Steps } from './steps.tsx';
import { TaskScreenFrame } from './task-screen-frame.tsx';
import { final, hero, planQuestions, questions } from './texts.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import layout from '#web/styles/layout.module.css';

export function Component() {
  useFullTitle('Baton · the context store for AI coding agents');
  return (
    <PublicFrame>
      <section className={cx(layout.page, 'hero')}>
        <h1>{hero.title}</h1>
        <p>{hero.lead}</p>
        <div className="cta">
          <StartAndPricing />
          <span className={cx(typography.tertiary, typography.small, 'su')}>{hero.setup}</span>
        </div>
        <Relay />
      </section>
      <TaskScreenFrame />
      <Differentiators />
      <Comparison />
      <Steps />
      <Questions items={useHasPlans() ? [...questions, ...planQuestions] : questions} />
      <section className="fin">
        <div className={cx(layout.page, 'last-call')}>
          <h2>{final.title}</h2>
          <p>{final.text}</p>
          <div className="cta">
            <StartAndPricing />
          </div>
        </div>
      </section>
    </PublicFrame>
  );
}

const UNSEEN = { visibility: 'hidden' } as const;

function StartAndPricing() {
  // They keep their place until it is known that they are for this instance.
  const style = useIsKindKnown() ? undefined : UNSEEN;
  // A team has nothing to sell and lets in whom it invited.
  if (useIsTeam())
    return (
      <>
        <ButtonLink className="cta-button" variant="primary" size="lg" to={paths.login}>
          Sign In
        </ButtonLink>
        <ButtonLink className="cta-button" size="lg" to={paths.signup}>
          I Was Invited
        </ButtonLink>
      </>
    );
  return (
    <>
      <ButtonLink className="cta-button" variant="primary" size="lg" to={paths.signup} style={style}>
        Start Free
      </ButtonLink>
      <ButtonLink className="cta-button" size="lg" to={paths.pricing} style={style}>
        View Pricing
      </ButtonLink>
    </>
  );
}
