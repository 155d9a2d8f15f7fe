import { call, callForFile } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { saveBlob, saveFile } from '#web/lib/net/save-file.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
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

/** Downloads the whole project as a file. */
export async function exportPlan(
  project: { id: string; name: string },
  format: 'json' | 'markdown',
  checkpoints: 'all' | 'none' = 'all',
) {
  try {
    if (format === 'json') {
      const document = await callForFile('GET /api/projects/:id/export', { id: project.id, format, checkpoints });
      return saveBlob(`${fileNameOf(project.name)}.json`, document);
    }
    const answer = await call('GET /api/projects/:id/export', { id: project.id, format });
    if (answer.format === 'markdown') saveFile(answer.filename, 'text/markdown', answer.markdown);
  } catch (error) {
    if (!isShownElsewhere(error)) toast(failureToast(error, 'Failed to export the project'));
  }
}
