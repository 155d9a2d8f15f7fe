import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const STEPS = [
  'Create a project and write or upload its specification in markdown.',
  'Turn the specification into a nested plan of tasks.',
  'Give your coding agent the project: it takes one task at a time and leaves notes.',
];

/** What a specification is for, in three steps. */
export function SpecificationCard() {
  return (
    <Card pad aria-labelledby="home-specification">
      <h2 id="home-specification">Specification</h2>
      <ol className="steps">
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <ButtonLink to={paths.projects}>Choose a Project</ButtonLink>
    </Card>
  );
}
