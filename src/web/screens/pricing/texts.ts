export const head = {
  title: 'Start free. Go Pro when\u00a0the work grows.',
  lead: 'Both come with the same planning, the same notes and the same baton. Pro gives your agents more projects, more plans and more calls.',
};

export const free = {
  name: 'Free',
  price: '$0',
  note: 'Forever Free',
  features: [
    '1 active project',
    '1 PRD upload per month',
    '1 task list generation',
    'Basic MCP tool access',
    'Standard rate limits',
    'Community support',
  ],
};

export const pro = {
  name: 'Pro',
  per: '/month',
  unknown: 'The price could not be loaded.',
  features: [
    '5 active projects',
    '5 PRD uploads per month',
    '10 task list generations',
    'Full MCP tool access',
    '5x higher rate limits',
    'Priority support',
    'Early access',
    'Advanced analytics',
  ],
};

export const table = {
  title: 'What each plan includes',
  rows: [
    { feature: 'Active projects', free: '1', pro: '5' },
    { feature: 'PRD uploads per month', free: '1', pro: '5' },
    { feature: 'Task list generations per month', free: '1', pro: '10' },
    { feature: 'Storage', free: '50 MB', pro: '1,000 MB' },
    { feature: 'MCP tool access', free: 'Basic', pro: 'Full' },
    { feature: 'Rate limits', free: 'Standard', pro: '5x higher' },
    { feature: 'Support', free: 'Community', pro: 'Priority' },
    { feature: 'Early access', free: false, pro: true },
    { feature: 'Advanced analytics', free: false, pro: true },
  ],
} as const;

export const benefits = {
  title: 'What Pro is for',
  projects: {
    title: 'Several projects at once',
    text: 'Five active projects, each with its own plan, its own notes and its own baton.',
  },
  plans: {
    title: 'Plans that keep up',
    text: 'Five PRD uploads and ten task list generations a month, for specifications that change.',
  },
  calls: {
    title: 'Room for busy agents',
    text: 'Hourly MCP limits five times higher, so an agent is not told to wait in the middle of a task.',
  },
};

/** True both while early places are left and afterwards. */
export const questionsFor = (isEarlyOffered: boolean) => [
  {
    question: 'Can I get my money back?',
    answer: 'Yes. Pro comes with a 14-day money-back guarantee.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'Through the payment provider, at any time; Subscription links to it. Pro access lasts to the end of the period you paid for, then your account goes back to Free. Nothing is deleted: projects beyond what Free allows can be read until you choose which one to keep active.',
  },
  {
    question: 'Does the early adopter price stay?',
    answer: isEarlyOffered
      ? 'The first 1,000 subscribers keep $5/month when the price for new subscribers rises to $10/month.'
      : 'The first 1,000 subscribers keep $5/month. Their places are taken: new subscribers pay $10/month.',
  },
  {
    question: 'When does my usage reset?',
    answer:
      'Monthly limits reset on the 1st of each month. Daily ones reset at 00:00 UTC. On Free you get a notification when you come close to a limit.',
  },
  {
    question: 'What happens when I reach a limit?',
    answer:
      'The plan, the notes and the baton stay where they are. New uploads and generations wait until the limit resets or you upgrade to Pro.',
  },
];

export const final = {
  title: 'One plan, handed on.',
  text: 'Try Pro for two weeks with your money back if it does not fit, or look around first.',
  notSold: 'Look around first.',
};
