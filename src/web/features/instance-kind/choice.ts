import type { KindChoice } from '#contract/instance-kind.ts';

/** State of the two cards; the domains are one text until they are sent. */
export interface Choice {
  kind: KindChoice['kind'];
  signUpBy: KindChoice['sign_up_by'];
  domains: string;
  builtIn: boolean;
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Domains are separated by commas or spaces. */
export const sendChoice = ({ kind, signUpBy, domains, builtIn }: Choice): KindChoice => ({
  kind,
  sign_up_by: signUpBy,
  domains: domains.split(/[\s,]+/).filter(Boolean),
  built_in_planner: builtIn,
});
