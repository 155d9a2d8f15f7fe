import { askServer } from '../ask-server.ts';
import { type Command, print, requirePlace } from '../command.ts';
import { EXIT, Failure, UsageError } from '../failure.ts';
import { reasonOf } from '../user-config.ts';
import { writeWhole } from '../write-file.ts';

/** Exports the project to a file or to standard output. */
export const exportProject: Command = {
  options: { format: { type: 'string' }, checkpoints: { type: 'string' } },
  async run(call) {
    const [file] = call.args.take(0, 1);
    const format =
      call.args.text('format') ?? (file !== undefined && /\.(md|markdown)$/i.test(file) ? 'markdown' : 'json');
    if (format !== 'json' && format !== 'markdown') throw new UsageError('--format is json or markdown');
    const { to, project } = requirePlace(call);
    const checkpoints = call.args.text('checkpoints') ?? 'all';
    if (!/^(all|none|[1-9]\d{0,3})$/.test(checkpoints))
      throw new UsageError('--checkpoints is all, none or how many of the newest');
    const path = `/api/projects/${project}/export?format=${format}&checkpoints=${checkpoints}`;
    const data = await askServer<{ markdown?: string }>(to, { method: 'GET', path });
    const text = format === 'json' ? `${JSON.stringify(data, null, 2)}\n` : (data.markdown ?? '');
    if (file === undefined || file === '-') {
      process.stdout.write(call.args.is('json') ? `${JSON.stringify(data, null, 2)}\n` : text);
      return EXIT.fine;
    }
    try {
      writeWhole(file, text);
    } catch (error) {
      throw new Failure(`${file} cannot be written: ${reasonOf(error)}.`);
    }
    const bytes = Buffer.byteLength(text);
    print(call, `The project is in ${file} (${(bytes / 1024).toFixed(1)} KB).`, { file, format, bytes });
    return EXIT.fine;
  },
};
