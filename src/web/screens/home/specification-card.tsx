import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { HomeCard } from './home-card.tsx';
import styles from './home.module.css';

const STEPS = [
  'Create a project and write or upload its specification in markdown.',
  'Turn the specification into a nested plan of tasks.',
  'Give your coding agent the project: it takes one task at a time and leaves notes.',
];

export function SpecificationCard() {
  return (
    <HomeCard id="home-specification" title="Specification">
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ButtonLink to={paths.projects}>Choose a Project</ButtonLink>
    </HomeCard>
  );
}
