import { JOIN_TEXTS as T } from '#contract/people-texts.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './join.module.css';

/** The invitation was used, has expired or was taken back; which of these is not told to whoever has a link. */
export function Over() {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{T.overTitle}</h1>
      <p className={styles.lead}>{T.over}</p>
      <ButtonLink size="lg" full to={paths.projects}>
        {T.toProjects}
      </ButtonLink>
    </div>
  );
}
