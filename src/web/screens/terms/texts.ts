const PLANS = 'Free and Pro';
const LIMITS =
  'Limits of your plan are enforced. They are listed on the pricing page and shown on the Subscription page.';
const TEAM_LIMITS = 'Limits that an administrator sets for your account are enforced.';

const terms = {
  title: 'Terms',
  lead: 'These terms are between you and the operator of this instance of Baton. The software itself is open source under the MIT license and comes without any warranty.',
  sections: [
    {
      heading: 'Your account',
      paragraphs: [
        'Use an email address you can read, keep your password to yourself, and take responsibility for what is done with your account and your API key. Tell the operator if you think someone else has them.',
      ],
    },
    {
      heading: 'Your work stays yours',
      paragraphs: [
        'Specifications, plans and notes belong to you. You let the operator store and process them to provide the service, and for no other purpose. You can take them with you at any time.',
      ],
    },
    {
      heading: 'Fair use',
      paragraphs: [
        'Do not use the service to break the law, to attack this or other systems, to get around limits, or to reach data that is not yours. The operator may suspend an account that does; a suspended account and its key stop working at once.',
        LIMITS,
      ],
    },
    {
      heading: PLANS,
      paragraphs: [
        'Free costs nothing. Pro is billed monthly through the payment provider and renews until you cancel there. You may ask for your money back within 14 days. After you cancel, Pro lasts to the end of the period you paid for, then the account goes back to Free.',
        'If a payment fails, Pro lasts to the end of the period as well and goes on once it is paid; a refund ends it. On Free nothing is deleted: projects beyond its limit can be read until you choose which one stays active. Where an instance has no payment provider, subscriptions run in a sandbox and no money moves.',
        'The first 1,000 subscribers keep $5/month when the price for new subscribers rises to $10/month.',
      ],
    },
    {
      heading: 'Agents and generated plans',
      paragraphs: [
        'Plans may be written by a model or by the planner inside Baton, and agents act on them by themselves. Read what they propose. You decide whether to use it, and you are responsible for it.',
      ],
    },
    {
      heading: 'Availability and liability',
      paragraphs: [
        'The operator keeps the service running with reasonable care but promises no particular availability. As far as the law allows, neither the operator nor the authors of Baton are liable for indirect damage, lost profit or lost data. Keep copies of what you cannot do without.',
      ],
    },
    {
      heading: 'Changes and end',
      paragraphs: [
        'The operator may change these terms and will say so here before they apply. You may delete your account at any time on the Account page; the operator may end the service with reasonable notice.',
      ],
    },
  ],
} as const;

/** A team sells nothing: its terms mention neither plans nor prices. */
export const termsFor = (hasPlans: boolean) =>
  hasPlans
    ? terms
    : {
        ...terms,
        sections: terms.sections
          .filter(({ heading }) => heading !== PLANS)
          .map(({ heading, paragraphs }) => ({
            heading,
            paragraphs: paragraphs.map((paragraph) => (paragraph === LIMITS ? TEAM_LIMITS : paragraph)),
          })),
      };
