export { type Choice, domainOf, sendChoice } from './choice.ts';
export { InstanceSection } from './instance-section.tsx';
export { Invitations } from './invitations.tsx';
export { KindCards } from './kind-cards.tsx';
export { KindHint } from './kind-hint.tsx';
export { PlannerSwitch } from './planner-switch.tsx';
export { SetUpDone, tellSetUpDone } from './set-up-done.tsx';
export { openTestMail, useFinishSetUp, useProbes, useSendTestMail, useSetUp } from './queries.ts';
