export const privacy = {
  title: 'Privacy',
  lead: 'This instance of Baton is run by whoever operates the server you are talking to. That operator decides what is kept, for how long, and answers your questions about it.',
  sections: [
    {
      heading: 'What is kept',
      paragraphs: [
        'Your account: email address, display name, a one-way hash of your password, when you signed up and when you last signed in. If you sign in with Google, the account ID Google gives us.',
        'Your work: projects, specifications you upload, task lists, tasks, notes and checkpoints, and who or what wrote them.',
        'What agents do with your key: the command, the project, whether it worked, how long it took and how many tokens were used. The API key itself is kept as a hash only and cannot be read back.',
        'What is needed to run the service: your sessions, usage counts against your plan, error records with a request id, and, once you have subscribed, your subscription as the payment provider reports it: its number there, its state, its periods and what you pay. Card numbers never reach this server.',
      ],
    },
    {
      heading: 'What it is used for',
      paragraphs: [
        'To show you and your agents the same plan, to enforce limits, to find and repair faults, and to send the emails you ask for: confirming your address, resetting your password, a notice when you come close to a limit.',
        'Nothing is sold, and there are no advertising or tracking scripts. Pages load everything from this server and from nowhere else.',
      ],
    },
    {
      heading: 'Who else receives it',
      paragraphs: [
        'Only providers the operator has set up. A model provider, if one is configured, receives the text of a specification when you generate tasks; without one, the planner inside Baton does the work and nothing leaves this server. The payment provider handles subscriptions and receives your email address when you start one; an instance without one has a sandbox of its own, in which no money moves and nothing leaves this server. The mail server delivers emails.',
        'Anyone who holds your API key and a project id can read and change that project. Share the key only with agents you trust, and regenerate it when in doubt.',
      ],
    },
    {
      heading: 'Cookies and local storage',
      paragraphs: [
        'One cookie keeps you signed in; scripts cannot read it. Your theme, drafts of specifications, the layout of your panels and which notices you have dismissed stay in your own browser.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'On the Account page you can download everything kept about you, change your name, end sessions and delete your account with all its projects. For anything else, ask the operator of this instance.',
      ],
    },
  ],
} as const;
