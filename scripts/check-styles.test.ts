import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkStyles } from './check-styles.ts';
import { plantFiles } from './plant-files.ts';

const cleanTree = {
  'src/web/styles/tokens.css': `:root { --text: #111; --line: oklch(0.9 0 0); }`,
  'src/web/styles/base.css': `button { color: var(--text); } .lucide { width: 16px; }`,
  'src/web/styles/layout.module.css': `@layer shared { .row { display: flex; } }`,
  'src/web/ui/cx.ts': `export const cx = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');`,
  'src/web/ui/button.module.css': `@layer components { .button { border: 1px solid var(--line); } .button > :global(.lucide) { color: inherit; } }`,
  'src/web/ui/button.tsx': `import { cx } from './cx.ts'; import styles from './button.module.css'; export const Button = ({ className }: { className?: string }) => <button className={cx(styles.button, className)} />;`,
  'src/web/features/plan/task.module.css': `.title { color: var(--text); --gap: 2px; gap: var(--gap); left: var(--at); } .save { margin-left: auto; } @media (max-width: 720px) { .save { display: none; } }`,
  'src/web/features/plan/task.tsx': `import layout from '#web/styles/layout.module.css'; import { Button } from '#web/ui/button.tsx'; import { cx } from '#web/ui/cx.ts'; import styles from './task.module.css'; export const Task = ({ kind }: { kind: string }) => <h2 style={{ '--at': '1px' }} className={cx(layout.row, kind === 'open' && styles.title)}><Button className={styles.save} /></h2>;`,
} as const;

const SHEET = 'src/web/features/plan/x.module.css';
const VIEW = 'src/web/features/plan/x.tsx';
/** A component that uses these classes of the planted module. */
const using = (...names: string[]) =>
  `import styles from './x.module.css'; export const x = [${names.map((name) => `styles.${name}`).join(', ')}];`;

const refused: Record<string, { files: Record<string, string>; says: string }> = {
  'a class that nobody uses': {
    files: { [SHEET]: `.used {}\n.idle {}`, [VIEW]: using('used') },
    says: `${SHEET}:2  has .idle, which nobody uses`,
  },
  'a class that is not there': {
    files: { [SHEET]: `.used {}`, [VIEW]: using('used', 'gone') },
    says: `${VIEW}:1  uses .gone`,
  },
  'a computed class': {
    files: { [SHEET]: `.used {}`, [VIEW]: `${using('used')}\nexport const y = (kind: string) => styles[kind];` },
    says: `${VIEW}:2  computes the name of a class`,
  },
  'a module that is handed on as a whole': {
    files: { [SHEET]: `.used {}`, [VIEW]: `${using('used')}\nexport const y = Object.keys(styles);` },
    says: `${VIEW}:2  computes the name of a class`,
  },
  'a class as text': {
    files: { [VIEW]: `export const X = () => <p className="lead lucide" />;` },
    says: `${VIEW}:1  names the class "lead" as text`,
  },
  'a class as text in a condition': {
    files: {
      [VIEW]: `export const X = ({ on }: { on: string }) => <p className={on === 'yes' ? 'lit' : undefined} />;`,
    },
    says: `${VIEW}:1  names the class "lit" as text`,
  },
  'a class as text in cx': {
    files: { [VIEW]: `import { cx } from '#web/ui/cx.ts';\nexport const look = (on: boolean) => cx(on && 'lit');` },
    says: `${VIEW}:2  names the class "lit" as text`,
  },
  'a class as text among properties': {
    files: { [VIEW]: `export const look = { className: 'lit' };` },
    says: `${VIEW}:1  names the class "lit" as text`,
  },
  'a class outside the modules': {
    files: { 'src/web/features/plan/x.css': `.lead {}` },
    says: 'src/web/features/plan/x.css:1  selects .lead: classes live in CSS Modules',
  },
  'a global class of ours': {
    files: { [SHEET]: `.used :global(.lead) {}`, [VIEW]: using('used') },
    says: `${SHEET}:1  selects :global(.lead)`,
  },
  'two modules of one name': {
    files: {
      'src/web/screens/home/task.module.css': `.used {}`,
      'src/web/screens/home/screen.tsx': `import styles from './task.module.css'; export const x = styles.used;`,
    },
    says: 'src/web/screens/home/task.module.css:1  is called like src/web/features/plan/task.module.css',
  },
  'a module of another folder': {
    files: {
      'src/web/screens/home/x.tsx': `import styles from '#web/features/plan/task.module.css'; export const x = styles.save;`,
    },
    says: 'src/web/screens/home/x.tsx:1  imports src/web/features/plan/task.module.css',
  },
  'a rule of ui outside its layer': {
    files: {
      'src/web/ui/x.module.css': `.used {}`,
      'src/web/ui/x.tsx': using('used'),
    },
    says: 'src/web/ui/x.module.css:1  is in no layer: its rules belong in @layer components',
  },
  'a rule of a feature in a layer': {
    files: { [SHEET]: `@layer components { .used {} }`, [VIEW]: using('used') },
    says: `${SHEET}:1  is in @layer components`,
  },
  'a component of ui that is restyled': {
    files: {
      [SHEET]: `.plain {}\nli > .wide { margin: 0; padding: 4px; }`,
      [VIEW]: `import { Button } from '#web/ui/button.tsx'; import styles from './x.module.css';\nexport const X = () => <Button className={styles.wide} key={styles.plain} />;`,
    },
    says: `${VIEW}:2  gives .wide with padding to a component of ui`,
  },
  'a property that nobody sets': {
    files: { [SHEET]: `.used { color: var(--ink); }`, [VIEW]: using('used') },
    says: `${SHEET}:1  reads --ink, which nobody sets`,
  },
  'a token that nobody reads': {
    files: { 'src/web/styles/tokens.css': `${cleanTree['src/web/styles/tokens.css']} :root { --idle: 1px; }` },
    says: 'src/web/styles/tokens.css:1  has --idle, which nobody reads',
  },
  'a colour that is no token': {
    files: { [SHEET]: `.used {\n  color: #fff;\n}`, [VIEW]: using('used') },
    says: `${SHEET}:2  writes a colour (#fff)`,
  },
  'every button of a feature': {
    files: { [SHEET]: `.used button:hover {}`, [VIEW]: using('used') },
    says: `${SHEET}:1  selects every button`,
  },
};

function violationsWith(planted: Record<string, string>): readonly string[] {
  using tree = plantFiles({ ...cleanTree, ...planted });
  return checkStyles(tree.root).violations;
}

describe('the rules of styling', () => {
  test('a tree that keeps them is green', () => {
    using tree = plantFiles(cleanTree);
    expect(checkStyles(tree.root)).toEqual({ files: Object.keys(cleanTree).length, violations: [] });
  });

  test.each(Object.entries(refused))('%s is refused', (_what, { files, says }) => {
    expect(violationsWith(files)).toEqual([expect.stringContaining(says)]);
  });

  test('it fails where there is nothing to see', () => {
    using tree = plantFiles({ 'README.md': '' });
    const script = path.join(import.meta.dirname, 'check-styles.ts');
    expect(() => execFileSync(process.execPath, [script], { cwd: tree.root, stdio: 'pipe' })).toThrow(/blind/);
  });
});
