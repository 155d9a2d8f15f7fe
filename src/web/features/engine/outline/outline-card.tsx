import './outline.css';
import type { PrdPart, SectionRole } from '#contract/requirement.ts';
import { cx } from '#web/ui/cx.ts';
import { useOutline } from '../queries.ts';

const SHOWN = 40;
/** What is nested deeper is drawn like this: the column is narrow. */
const DEEPEST = 3;
const INDENT = 18;

/** Said in place of a count: the part is read, and nobody has to build it. */
const QUIET_ROLES: Record<Exclude<SectionRole, 'work'>, string> = {
  non_goals: 'non-goals',
  acceptance: 'acceptance',
  background: 'background',
  questions: 'questions',
  glossary: 'glossary',
  history: 'history',
};

/** What the engine finds in the text, while it is written. */
export function OutlineCard({ content }: { content: string }) {
  const outline = useOutline(content);
  const empty = content.trim() === '';
  const data = empty ? undefined : outline.data;
  const parts = (data?.parts ?? []).filter(({ heading, requirements }) => heading !== '' || requirements > 0);
  const top = Math.min(...parts.map(({ level }) => level), 6);
  return (
    <section className="card outline-card" aria-labelledby="outline-title">
      <h2 id="outline-title">What the plan will follow</h2>
      <p className="small t3">{data ? found(data.requirements) : 'Headings found in your specification'}</p>
      {empty && <p className="small t3 hint">Nothing yet. Parts show up here as you write.</p>}
      {!empty && outline.isError && <p className="small t3 hint">The outline could not be read just now.</p>}
      {parts.length > 0 && (
        // A box that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul tabIndex={0} aria-label="Parts of the specification">
          {parts.slice(0, SHOWN).map((part, index) => (
            <Part
              key={part.start_line}
              part={part}
              depth={Math.min(part.level - top, DEEPEST)}
              sections={sectionsOf(parts, index)}
            />
          ))}
          {parts.length > SHOWN && <li className="t3 small">{parts.length - SHOWN} more parts</li>}
        </ul>
      )}
    </section>
  );
}

function Part({ part, depth, sections }: { part: PrdPart; depth: number; sections: number }) {
  const { heading, role, requirements } = part;
  const isWork = role === 'work';
  return (
    <li className={cx(depth > 0 && 'sub', !isWork && 'aside')} style={{ paddingLeft: depth * INDENT }}>
      <span className="tick" />
      <span className="trunc">{heading === '' ? 'Before the first heading' : heading}</span>
      <span className="end small nowrap t3">
        {!isWork && role !== 'acceptance' && QUIET_ROLES[role]}
        {(isWork || role === 'acceptance') && said(requirements, sections)}
      </span>
    </li>
  );
}

/** The headings right below this one. */
function sectionsOf(parts: readonly PrdPart[], index: number) {
  const level = parts[index]?.level ?? 0;
  const rest = parts.slice(index + 1);
  const end = rest.findIndex((part) => part.level <= level);
  const below = end === -1 ? rest : rest.slice(0, end);
  const next = Math.min(...below.map((part) => part.level));
  return below.filter((part) => part.level === next).length;
}

function said(requirements: number, sections: number) {
  if (requirements > 0) return count(requirements, 'point');
  return sections > 0 ? count(sections, 'section') : <span className="nothing">no points</span>;
}

const count = (n: number, one: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : `${one}s`}`;
const found = (n: number) => `${count(n, 'requirement')} found`;
