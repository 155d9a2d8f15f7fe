/** Addresses of the web app, as they are written into mails and webhooks. */
export const projectUrl = (url: string, projectId: string): string => `${url}/projects/${projectId}/tasks`;

/** With the focus in the answer, for a question. */
export const taskUrl = (url: string, projectId: string, taskNumber: number, isQuestion: boolean): string =>
  `${projectUrl(url, projectId)}?task=T${taskNumber}${isQuestion ? '&answer=1' : ''}`;

export const settingsUrl = (url: string, projectId: string): string =>
  `${url}/projects/${projectId}/settings#notifications`;
