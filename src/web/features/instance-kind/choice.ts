import type { KindChoice } from '#contract/instance-kind.ts';

/** What the two cards hold while somebody chooses; the domain is text until it is saved. */
export interface Choice {
  kind: KindChoice['kind'];
  signUpBy: KindChoice['sign_up_by'];
  domains: string;
  builtIn: boolean;
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Several domains are typed with commas or spaces between them. */
export const sendChoice = ({ kind, signUpBy, domains, builtIn }: Choice): KindChoice => ({
  kind,
  sign_up_by: signUpBy,
  domains: domains.split(/[\s,]+/).filter(Boolean),
  built_in_planner: builtIn,
});
