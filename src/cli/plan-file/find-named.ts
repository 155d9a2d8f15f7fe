import { Failure } from '../failure.ts';

interface Titled {
  line: number;
  title: string;
}

/** The tasks that an `after:` line of a file names: numbers such as T3 as they are, titles as the tasks they mean. */
export function findNamed<T extends Titled>(value: string, task: Titled, file: readonly T[]): (T | string)[] {
  return splitNames(value, file).map((name) => findOne(name, task, file));
}

/** A title may hold a comma; then the whole line is one name. */
function splitNames(value: string, file: readonly Titled[]): string[] {
  if (file.some(({ title }) => isTitle(title, value))) return [value];
  return value
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function findOne<T extends Titled>(name: string, task: Titled, file: readonly T[]): T | string {
  if (/^[tT]\d{1,9}$/.test(name)) return name.toUpperCase();
  const found = file.filter(({ title }) => isTitle(title, name));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  const problem = found.length === 0 ? 'no task of this file is called' : 'several tasks of this file are called';
  throw new Failure(`Line ${task.line}: after: ${problem} “${name}”. Use a number such as T3.`);
}

const isTitle = (title: string, name: string) => title.toLowerCase() === name.trim().toLowerCase();
