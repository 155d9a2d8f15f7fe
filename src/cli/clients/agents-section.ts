const BEGIN = '<!-- baton:begin -->';
const END = '<!-- baton:end -->';

/** What every agent of this folder reads, whichever client it runs in. */
const SECTION = `${BEGIN}

## The plan is kept in Baton

Baton holds this project's plan. Over MCP its server is called \`baton\`; in a shell the command is \`baton\`.

1. Begin with \`orient\` (\`baton prime\`), and call it again whenever your context was compacted.
2. \`task_claim\` (\`baton claim\`) gives you one task and its brief: you hold the baton. Work on that task only.
3. Leave what the next agent needs to know as a \`note\` (\`baton note finding "…"\`).
4. End with \`task_finish\` (\`baton done T12 --summary "…" --evidence "…"\`), also when you put the task back or cannot go on.
5. When you are told that your baton was taken, stop: do not finish that task.

${END}`;

/** The text with our section in it, once; what others wrote stays as it is. */
export function mergeAgentsSection(text: string): string {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  if (start !== -1 && end !== -1) return text.slice(0, start) + SECTION + text.slice(end + END.length);
  if (text.trim() === '') return `${SECTION}\n`;
  return `${text.replace(/\n*$/, '\n')}\n${SECTION}\n`;
}
