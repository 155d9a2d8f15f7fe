export const contact = {
  title: 'Contact',
  lead: 'This instance of Baton is run by whoever operates the server you are talking to. Questions about your account, your data or your subscription go to that operator.',
  sections: [
    {
      heading: 'Reach the operator',
      paragraphs: [
        'If Baton runs in your company, ask the person or team that gave you this address. If you signed up on a public instance, reply to any email you received from it: the reply goes to the operator.',
        'Include the email address of your account and, if something failed, the request ID shown with the message. Never send your password or your API key; nobody needs them to help you.',
      ],
    },
    {
      heading: 'Security',
      paragraphs: [
        'If you believe an API key has leaked, regenerate it on the API Keys page first: the old one stops working at once. Then tell the operator. Please report vulnerabilities in Baton itself as described in SECURITY.md in the source code, not in public.',
      ],
    },
    {
      heading: 'You run this instance?',
      paragraphs: [
        'Replace this page, Privacy and Terms with your own words and your own address: each has its text in one file beside its screen.',
      ],
    },
  ],
} as const;
