import { useState } from 'react';
import type { Person } from '#contract/people.ts';
import { GivenRole } from '#contract/people.ts';
import { PEOPLE_TEXTS as T } from '#contract/people-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { formatDate } from '#web/lib/time.ts';
import { Avatar, initialsOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Select } from '#web/ui/inputs.tsx';
import { toast } from '#web/ui/toast.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import type { PeopleChanges } from './people-queries.ts';
import styles from './people-section.module.css';

interface PersonRowProps {
  person: Person;
  isMe: boolean;
  /** Whether the signed-in person owns the project, and may change this row. */
  isOwner: boolean;
  changes: PeopleChanges;
}

export function PersonRow({ person, isMe, isOwner, changes }: PersonRowProps) {
  const { name, email, role, joined_at: at } = person;
  return (
    <li className={styles.person}>
      <Avatar initials={initialsOf(name)} />
      <div className={styles.who}>
        <span className={cx(styles.name, typography.truncate)}>
          <b>{name}</b>
          {isMe && <span className={typography.tertiary}> {T.you}</span>}
        </span>
        <span className={cx(styles.about, typography.truncate)} title={email ?? undefined}>
          {[...(email === null ? [] : [email]), T.since(formatDate(at))].join(' · ')}
        </span>
      </div>
      {isOwner && role !== 'owner' ? (
        <Controls person={{ ...person, role }} changes={changes} />
      ) : (
        <span className={styles.role}>{T.roles[role]}</span>
      )}
    </li>
  );
}

function Controls({ person, changes }: { person: Person & { role: GivenRole }; changes: PeopleChanges }) {
  const { user_id: userId, name } = person;
  const { setRole, remove } = changes;
  const [isAsking, setAsking] = useState(false);
  const isChanging = setRole.isPending && setRole.variables.userId === userId;
  const role = isChanging ? setRole.variables.role : person.role;
  const choose = (wanted: GivenRole) =>
    setRole.mutate(
      { userId, role: wanted },
      { onSuccess: () => toast({ variant: 'success', title: T.changed(name, wanted) }) },
    );
  const removeNow = () =>
    remove.mutate(userId, {
      onSuccess: () => {
        setAsking(false);
        toast({ variant: 'success', title: T.removed(name) });
      },
    });
  const failed = remove.variables === userId && remove.error && !isShownElsewhere(remove.error);
  return (
    <span className={styles.controls}>
      <Select
        className={styles.select}
        aria-label={T.roleOf(name)}
        aria-busy={isChanging || undefined}
        value={role}
        onChange={(event) => choose(GivenRole.parse(event.target.value))}
      >
        {GivenRole.options.map((each) => (
          <option key={each} value={each}>
            {T.roles[each]}
          </option>
        ))}
      </Select>
      <Button variant="ghost" aria-label={T.removeOf(name)} onClick={() => setAsking(true)}>
        {T.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={T.removeTitle(name)}
        description={T.removeText(name)}
        confirmLabel={T.remove}
        busy={remove.isPending}
        error={failed ? messageOf(remove.error, T.changeFailed) : undefined}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
        onConfirm={removeNow}
      />
    </span>
  );
}
