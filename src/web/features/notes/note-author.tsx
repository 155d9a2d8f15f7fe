import { Bot, User } from 'lucide-react';
import { PRODUCT } from '#contract/constants.ts';
import type { EventActor } from '#contract/fields.ts';
import { NOTE_TEXTS } from '#contract/plan-texts.ts';
import { useWhose } from '#web/lib/whose.ts';
import { cx } from '#web/ui/cx.ts';
import { Dot } from '#web/ui/dot.tsx';
import type { HolderMark } from './by-holder.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import rows from './note-rows.module.css';

const SAYS = { now: NOTE_TEXTS.byHolder, earlier: NOTE_TEXTS.wasByHolder } as const;

/** In the baton's colour only while the author holds it. */
export function NoteAuthor({ author, mark }: { author: EventActor; mark: HolderMark }) {
  const Icon = author.kind === 'agent' ? Bot : User;
  const says = mark && SAYS[mark];
  const whose = useWhose();
  return (
    <span
      className={cx(typography.small, rows.author, mark === 'now' ? rows.holder : typography.tertiary)}
      title={says}
    >
      {author.kind !== 'system' && <Icon className={icon.size12} />}
      <span className={typography.truncate}>{author.kind === 'system' ? PRODUCT : whose(author)}</span>
      {says !== undefined && (
        <>
          <Dot tone={mark === 'now' ? 'baton' : undefined} />
          <span className={typography.visuallyHidden}>{says}</span>
        </>
      )}
    </span>
  );
}
