import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';

const PROJECTS = 5;

export interface BenchAccount {
  /** Renewed on demand: an access token lives for minutes, a benchmark on a busy machine longer. */
  freshToken(): Promise<string>;
  userId: string;
  databaseUrl: string;
}

/** An account created by sign-up, on the Pro tier, with a few projects. */
export async function signUpForBench(url: string, dataDirectory: string): Promise<BenchAccount> {
  const data = openDataDirectory(dataDirectory);
  const client = await ApiClient.signUp(url, 'bench@example.com');
  await data.query(`insert into user_subscriptions (user_id, tier_id) values ($1, 'pro')`, [client.userId]);
  for (let number = 1; number <= PROJECTS; number += 1) {
    const { status } = await client.createProject(`Project ${number}`);
    if (status !== 201) throw new Error(`creating a project answered ${status}`);
  }
  return { freshToken: () => client.renewToken(), userId: client.userId, databaseUrl: await data.databaseUrl() };
}
