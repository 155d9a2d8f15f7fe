import { CLIENT_PASSWORD } from '#test/api-client.ts';
import type { World } from '../open-world.ts';
import { hearAddresses } from './open-addresses.ts';
import { playPerson } from './play-person.ts';

/** Somebody before the screen while a client signs in. */
export interface SeatedPerson {
  /** Goes first on the client's search path: opening a browser leads here. */
  commands: string;
  /** Hears what the client prints. */
  listen(output: string): void;
  /** What did not go well in the browser. */
  faults: string[];
  close(): Promise<void>;
}

/** Whatever asks to sign in is allowed into this one project. */
export async function seatPerson(world: World, folder: string, projectId: string): Promise<SeatedPerson> {
  const faults: string[] = [];
  const person = { url: world.url, email: world.email, password: CLIENT_PASSWORD, projectId };
  const opener = await hearAddresses(folder, (address) => {
    playPerson(person, address).catch((error: unknown) => faults.push(String(error)));
  });
  return { commands: opener.commands, listen: (output) => opener.read(output), faults, close: () => opener.close() };
}
