import { useQuery } from '@tanstack/react-query';
import type { Me } from '#contract/account.ts';
import type { Presence } from '#contract/people.ts';
import { LOOKERS_TEXTS as T } from '#contract/project-texts.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { usePeople } from '#web/lib/use-people.ts';
import { Avatar, initialsOf } from '#web/ui/avatar.tsx';
import typography from '#web/styles/typography.module.css';
import styles from './lookers.module.css';

const SHOWN = 3;

/** Whoever else has the project on the screen now. */
export function Lookers({ projectId }: { projectId: string }) {
  // Written by the account's feed, never fetched.
  const { data: presence } = useQuery<Presence>({ queryKey: queryKeys.presence(projectId), enabled: false });
  const { data: me } = useQuery<Me>({ queryKey: queryKeys.me, enabled: false });
  const { data: known } = usePeople(projectId);
  const here = new Set(presence?.here);
  const others = known?.people.filter(({ user_id }) => here.has(user_id) && user_id !== me?.id) ?? [];
  const says = T.here(others.map(({ name }) => name));
  return (
    <span role="status" className={styles.lookers} title={says}>
      {others.length > 0 && <span className={typography.visuallyHidden}>{says}</span>}
      {others.slice(0, SHOWN).map(({ user_id, name }) => (
        <Avatar key={user_id} initials={initialsOf(name)} />
      ))}
      {others.length > SHOWN && <span className={styles.more}>+{others.length - SHOWN}</span>}
    </span>
  );
}
