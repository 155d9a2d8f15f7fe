import { call } from '#web/lib/api.ts';
import { failureToast } from '#web/lib/failure-toast.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/ui/toast.ts';

/** "Harbor API" becomes "harbor-api"; a name without letters becomes "project". */
export function fileNameOf(projectName: string): string {
  const name = projectName
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return name === '' ? 'project' : name;
}

/** Hands the whole project to the browser as a file. */
export async function exportPlan(project: { id: string; name: string }, format: 'json' | 'markdown') {
  try {
    const answer = await call('GET /api/projects/:id/export', { id: project.id, format });
    if (answer.format === 'markdown') saveFile(answer.filename, 'text/markdown', answer.markdown);
    else saveFile(`${fileNameOf(project.name)}.json`, 'application/json', JSON.stringify(answer, null, 2));
  } catch (error) {
    toast(failureToast(error, 'Failed to export the project'));
  }
}
