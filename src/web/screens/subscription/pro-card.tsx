import { Check } from 'lucide-react';
import { SUBSCRIPTION_TEXTS as T } from '#contract/texts.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/labels.tsx';

const BENEFITS = [
  '5 active projects',
  '5 PRD uploads per month',
  '10 task list generations',
  'Full MCP tool access',
  'Priority support',
];

/** What the free tier's holder would get, in the specification's words. */
export function ProCard() {
  return (
    <section className="card up" aria-labelledby="pro-title">
      <Lanes />
      <div className="row g2">
        <h2 id="pro-title">Pro</h2>
        <Badge tone="ok">Save 50% - Early Adopter Pricing</Badge>
      </div>
      <p className="price">
        <b>$5</b>
        <span className="t2">/month</span>
        <s className="t3">$10/month</s>
      </p>
      <p className="t2">{T.offer}</p>
      <ul className="fl">
        {BENEFITS.map((benefit) => (
          <li key={benefit}>
            <Check />
            {benefit}
          </li>
        ))}
      </ul>
      <ButtonLink to={paths.pricing} full>
        {T.benefits}
      </ButtonLink>
    </section>
  );
}

const ROWS = [
  [
    [0, 72],
    [78, 48],
  ],
  [
    [0, 118],
    [124, 34],
  ],
  [
    [0, 48],
    [54, 88],
  ],
] as const;

function Lanes() {
  return (
    <svg className="art" viewBox="0 0 300 66" aria-hidden="true">
      {ROWS.flatMap((row, y) =>
        row.map(([x, width]) => (
          <rect key={`${x} ${y}`} x={x} y={4 + y * 24} width={width} height="9" rx="4.5" fill="var(--track)" />
        )),
      )}
      <rect x="164" y="28" width="70" height="9" rx="4.5" fill="var(--baton)" />
    </svg>
  );
}
