import './pricing.css';
import { useInstance } from '#web/features/instance/index.ts';
import { PublicFrame, Questions } from '#web/features/public-frame/index.ts';
import { isEarly } from '#web/features/subscription/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Benefits } from './benefits.tsx';
import { FeatureTable } from './feature-table.tsx';
import { PlanCards } from './plan-cards.tsx';
import { final, head, questionsFor } from './texts.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export function Component() {
  usePageTitle('Pricing');
  const offer = useInstance()?.offer;
  return (
    <PublicFrame>
      <section className={cx(layout.page, 'phero')}>
        <h1>{head.title}</h1>
        <p>{head.lead}</p>
        <PlanCards offer={offer} />
      </section>
      <FeatureTable />
      <Benefits />
      <Questions items={questionsFor(!offer || isEarly(offer))} />
      <section className="fin">
        <div className={cx(layout.page, 'last-call')}>
          <h2>{final.title}</h2>
          <p>{offer === null ? final.notSold : final.text}</p>
          <div className="cta">
            {offer !== null && (
              <ButtonLink className="cta-button" variant="primary" size="lg" to={paths.checkout}>
                Start Free Trial
              </ButtonLink>
            )}
            <ButtonLink className="cta-button" size="lg" to={paths.projects}>
              View Demo
            </ButtonLink>
          </div>
        </div>
      </section>
    </PublicFrame>
  );
}
