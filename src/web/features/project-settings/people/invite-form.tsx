import { type SubmitEvent, useId, useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { EMAIL_MAX } from '#contract/constants.ts';
import { GivenRole, INVITATION_DAYS, type inviteToProject } from '#contract/people.ts';
import { INVITATION_TEXTS as T, PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isEmail } from '#web/lib/session/email.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select, TextInput } from '#web/ui/inputs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { NewInvitation } from './new-invitation.tsx';
import type { PeopleChanges } from './people-queries.ts';
import styles from './people-section.module.css';

type Way = keyof typeof T.ways;
type Days = (typeof INVITATION_DAYS)[number];
const WAYS = (['link', 'mail'] as const).map((value) => ({ value, label: T.ways[value] }));

/** Makes an invitation by link or by mail, and shows its link once. */
export function InviteForm({ changes: { invite } }: { changes: PeopleChanges }) {
  const titleId = useId();
  const [way, setWay] = useState<Way>('link');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<GivenRole>('editor');
  const [days, setDays] = useState<Days>(7);
  const [isMissing, setMissing] = useState(false);
  const [made, setMade] = useState<AnswerOf<typeof inviteToProject>>();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    const isWithout = way === 'mail' && !isEmail(email);
    setMissing(isWithout);
    if (isWithout) return;
    invite.mutate(
      { role, days, ...(way === 'mail' && { email: email.trim() }) },
      {
        onSuccess: (answer) => {
          setMade(answer);
          setEmail('');
        },
      },
    );
  };
  if (made) return <NewInvitation made={made} onDone={() => setMade(undefined)} />;
  const failed = invite.error && !isShownElsewhere(invite.error) ? invite.error : undefined;
  return (
    <form className={styles.invite} aria-labelledby={titleId} noValidate onSubmit={submit}>
      <div className={styles.inviteHead}>
        <h3 id={titleId}>{T.title}</h3>
        <SegmentedControl label={T.way} options={WAYS} value={way} onChange={setWay} />
      </div>
      <div className={styles.fields}>
        {way === 'mail' && (
          <Field className={styles.wide} label={T.email} help={T.emailHelp} error={isMissing ? T.noEmail : undefined}>
            <TextInput
              type="email"
              autoComplete="off"
              maxLength={EMAIL_MAX}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
        )}
        <Field label={T.role} help={PEOPLE_TEXTS.may[role]}>
          <Select value={role} onChange={(event) => setRole(GivenRole.parse(event.target.value))}>
            {GivenRole.options.map((each) => (
              <option key={each} value={each}>
                {PEOPLE_TEXTS.roles[each]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={T.expires}>
          <Select
            value={days}
            onChange={(event) => setDays(INVITATION_DAYS.find((each) => String(each) === event.target.value) ?? days)}
          >
            {INVITATION_DAYS.map((each) => (
              <option key={each} value={each}>
                {T.days(each)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {failed && <Notice tone="bad">{messageOf(failed, T.failed)}</Notice>}
      <Button className={styles.submit} type="submit" busy={invite.isPending}>
        {T.create[way]}
      </Button>
    </form>
  );
}
