import { useInstance } from '#web/features/instance/index.ts';
import { CallLink, FinalCall, PublicFrame, Questions } from '#web/features/public-frame/index.ts';
import { isEarly } from '#web/features/subscription/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { Benefits } from './benefits.tsx';
import { FeatureTable } from './feature-table.tsx';
import { PlanCards } from './plan-cards.tsx';
import styles from './pricing.module.css';
import { final, head, questionsFor } from './texts.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';

export function Component() {
  usePageTitle('Pricing');
  const offer = useInstance()?.offer;
  return (
    <PublicFrame>
      <section className={cx(layout.page, styles.hero)}>
        <h1>{head.title}</h1>
        <p>{head.lead}</p>
        <PlanCards offer={offer} />
      </section>
      <FeatureTable />
      <Benefits />
      <Questions items={questionsFor(!offer || isEarly(offer))} />
      <FinalCall title={final.title} text={offer === null ? final.notSold : final.text}>
        {offer !== null && (
          <CallLink variant="primary" to={paths.checkout}>
            Start Free Trial
          </CallLink>
        )}
        <CallLink to={paths.projects}>View Demo</CallLink>
      </FinalCall>
    </PublicFrame>
  );
}
