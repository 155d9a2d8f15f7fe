import type { Extraction } from '#contract/requirement.ts';
import type { Voice } from '../titles/voice.ts';
import type { Layout } from './lay-out-tasks.ts';
import type { WorkTask } from './work.ts';

const STACK =
  /\b(?:React|Vue|Angular|Svelte|Next\.js|Node(?:\.js)?|Deno|Bun|Express|Fastify|Python|Django|Flask|FastAPI|Rails|Ruby|Laravel|PHP|Golang|Go \d|Rust|TypeScript|JavaScript|Flutter|SwiftUI|Swift|Kotlin|Jetpack Compose|React Native|Spring|Java|\.NET|C#|C\+\+|Electron|Tauri|Unity|Godot|Unreal|Zephyr|FreeRTOS|ESP-IDF|monorepo|Terraform|Kubernetes)\b/u;
const NEW =
  /\b(?:greenfield|from scratch|brand[- ]new|new (?:web |mobile |desktop |internal |small |open[- ]source )?(?:app|application|service|system|tool|product|platform|cli|library|plugin|extension|game|site|website|project|api)|(?:build|create|develop|make|write|want) (?:a|an)\b)/iu;
const EXISTING =
  /\b(?:existing|current|legacy|today['’]s) (?:system|app|application|codebase|code base|service|product|platform|site|repository|api)\b|\bextends? (?:our|the)\b|\bmigrat\w+ (?:from|away)\b/iu;
const DATABASE =
  /\b(?:PostgreSQL|Postgres|MySQL|MariaDB|SQLite|SQL Server|MongoDB|relational database|database schema|the database)\b/iu;
const SCHEMA_WORK = /\b(?:schema|data ?model|migrations?|tables?|database)\b/iu;
const RELEASE =
  /\b(?:deploy(?:ed|ment|s)?|release[ds]?|shipped|launch(?:ed|es)?|continuous (?:integration|delivery|deployment)|CI(?:\/CD)?|app store|play store|docker (?:image|hub)|npm package|PyPI|Homebrew|go[- ]live|roll-?out)\b/iu;

interface Enabler {
  key: string;
  title: string;
  reason: string;
  isLast: boolean;
}

/** Work nobody asks for and others need, where the document implies it and no requirement is it already. */
export function addEnablers(layout: Layout, extraction: Extraction, voice: Voice, room: number): void {
  if (!voice.isEnglish || layout.tasks.length === 0) return;
  const wanted = findEnablers(layout, extraction).slice(0, Math.max(0, room));
  const first = wanted.filter(({ isLast }) => !isLast);
  const last = wanted.filter(({ isLast }) => isLast);
  if (first.length > 0) placeFirst(layout, first);
  if (last.length > 0) placeLast(layout, last);
}

function findEnablers({ tasks }: Layout, extraction: Extraction): Enabler[] {
  const { requirements, constraints, summary, title } = extraction;
  const about = [
    title ?? '',
    summary,
    ...constraints.map(({ text }) => text),
    ...extraction.parts.map(({ heading }) => heading),
  ].join('\n');
  const all = `${about}\n${requirements.map(({ text }) => text).join('\n')}`;
  const opening = `${title ?? ''}\n${summary}\n${requirements.length <= 3 ? requirements.map(({ text }) => text).join('\n') : ''}`;
  const titled = (pattern: RegExp) => tasks.some((task) => !task.isParent && pattern.test(task.title));
  const found: Enabler[] = [];
  const stack = STACK.exec(all)?.[0];
  // "A shared list that works offline" on its own describes something that is not there yet.
  const isIdea =
    requirements.length <= 3 && /^(?:an?|build|create|make|develop|write) /iu.test(requirements[0]?.text ?? '');
  if (
    (isIdea || NEW.test(opening) || stack !== undefined) &&
    !EXISTING.test(all) &&
    !titled(/^(?:Set up|Scaffold|Initiali[sz]e|Bootstrap)\b/u)
  )
    found.push({
      key: 'enabler-set-up',
      title: 'Set up the project skeleton',
      reason:
        stack === undefined
          ? 'The document describes something new: it needs a place to be built in.'
          : `The document names ${stack}: what it asks for needs a project to be built in.`,
      isLast: false,
    });
  const database = DATABASE.exec(all)?.[0];
  if (database !== undefined && !tasks.some((task) => !task.isParent && SCHEMA_WORK.test(task.title)))
    found.push({
      key: 'enabler-schema',
      title: 'Create the database schema and its first migration',
      reason: `The document stores its data in ${database.replace(/^the /iu, 'a ')} and no requirement of it is about the tables.`,
      isLast: false,
    });
  const release = RELEASE.exec(about)?.[0];
  if (release !== undefined && !titled(/^(?:Deploy|Release|Publish|Ship|Package|Roll out|Launch)\b/u))
    found.push({
      key: 'enabler-release',
      title: 'Prepare and make the first release',
      reason: `The document speaks of “${release}” and no requirement of it says how that is done.`,
      isLast: true,
    });
  return found;
}

function placeFirst(layout: Layout, enablers: Enabler[]): void {
  const [first] = layout.lists;
  const isThere = first !== undefined && /\b(?:foundation|set-?up|infrastructure|architecture)\b/iu.test(first.name);
  const list = isThere ? first.key : 'list-foundation';
  if (!isThere) layout.lists.unshift({ key: list, parent: null, name: 'Foundation', path: [], theme: -1 });
  layout.tasks.unshift(...enablers.map((enabler) => asTask(enabler, list, isThere ? 0 : -1)));
}

function placeLast(layout: Layout, enablers: Enabler[]): void {
  const last = layout.lists.findLast(({ parent }) => parent === null);
  const isThere = last !== undefined && /\b(?:release|launch|deployment|roll-?out|operations)\b/iu.test(last.name);
  const theme = (last?.theme ?? 0) + (isThere ? 0 : 1);
  const list = isThere ? last.key : 'list-release';
  if (!isThere) layout.lists.push({ key: list, parent: null, name: 'Release', path: [], theme });
  layout.tasks.push(...enablers.map((enabler) => asTask(enabler, list, theme)));
}

const asTask = ({ key, title, reason }: Enabler, list: string, theme: number): WorkTask => ({
  key,
  list,
  title,
  reason,
  requirements: [],
  isParent: false,
  isEnabler: true,
  theme,
  path: [],
  dependsOn: [],
});
