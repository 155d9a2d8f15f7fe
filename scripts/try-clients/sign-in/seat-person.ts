import { CLIENT_PASSWORD } from '#test/api-client.ts';
import type { World } from '../open-world.ts';
import { hearAddresses } from './open-addresses.ts';
import { playPerson } from './play-person.ts';

/** A simulated person during a client's sign-in. */
export interface SeatedPerson {
  /** Comes first on the client's PATH, so that opening a browser leads here. */
  commands: string;
  /** Receives the client's output. */
  listen(output: string): void;
  /** Failures in the browser. */
  faults: string[];
  close(): Promise<void>;
}

/** Gives consent for this one project to whatever asks. */
export async function seatPerson(world: World, folder: string, projectId: string): Promise<SeatedPerson> {
  const faults: string[] = [];
  const person = { url: world.url, email: world.email, password: CLIENT_PASSWORD, projectId };
  const opener = await hearAddresses(folder, (address) => {
    playPerson(person, address).catch((error: unknown) => faults.push(String(error)));
  });
  return { commands: opener.commands, listen: (output) => opener.read(output), faults, close: () => opener.close() };
}
