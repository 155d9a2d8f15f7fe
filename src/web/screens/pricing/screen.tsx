import { useInstance } from '#web/features/instance/index.ts';
import { FinalCall, PublicFrame, Questions } from '#web/features/public-frame/index.ts';
import { isEarly } from '#web/features/subscription/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Benefits } from './benefits.tsx';
import { FeatureTable } from './feature-table.tsx';
import { PlanCards } from './plan-cards.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './pricing.module.css';
import { final, head, questionsFor } from './texts.ts';

export function Component() {
  usePageTitle('Pricing');
  const offer = useInstance()?.offer;
  return (
    <PublicFrame>
      <section className={cx('wrap', styles.hero)}>
        <h1>{head.title}</h1>
        <p>{head.lead}</p>
        <PlanCards offer={offer} />
      </section>
      <FeatureTable />
      <Benefits />
      <Questions items={questionsFor(!offer || isEarly(offer))} />
      <FinalCall title={final.title} text={offer === null ? final.notSold : final.text}>
        {offer !== null && (
          <ButtonLink variant="primary" size="lg" to={paths.checkout}>
            Start Free Trial
          </ButtonLink>
        )}
        <ButtonLink size="lg" to={paths.projects}>
          View Demo
        </ButtonLink>
      </FinalCall>
    </PublicFrame>
  );
}
