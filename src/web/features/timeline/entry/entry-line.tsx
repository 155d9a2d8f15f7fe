import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import styles from './entry-row.module.css';
import type { Piece } from './say-entry.ts';

/** The sentence of an entry; the task is a link as long as it has a number. */
export function EntryLine({ projectId, pieces }: { projectId: string; pieces: readonly Piece[] }) {
  return createElement(Fragment, null, ...pieces.map((piece) => drawPiece(projectId, piece)));
}

function drawPiece(projectId: string, piece: Piece): ReactNode {
  if ('text' in piece) return piece.text;
  if ('name' in piece) return <b className={styles.name}>{piece.name}</b>;
  const { task, title } = piece;
  if (task === undefined) return <span className={styles.title}>{title}</span>;
  return (
    <Link className={styles.title} to={paths.task(projectId, `T${task}`)}>
      <span className={styles.number}>T{task}</span> {title}
    </Link>
  );
}
