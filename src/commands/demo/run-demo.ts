import { ApiClient, UnreachableError } from './api';
import { CleanUp } from './clean-up';
import { Narrator, VerificationError } from './narrator';
import type { DemoOptions } from './options';
import { startOwnService } from './own-service';
import { Receiver } from './receiver';
import { Stage } from './stage';
import { tellStory } from './story';

export interface DemoContext {
  options: DemoOptions;
  print: (text: string) => void;
  colors: boolean;
  interrupted: AbortSignal;
}

/** Returns the exit code. Cleans up even after a failure or an interruption. */
export async function runDemo(context: DemoContext): Promise<number> {
  const startedAt = performance.now();
  const narrator = new Narrator(context.print, context.colors);
  const cleanUp = new CleanUp();
  let failure: unknown = null;
  try {
    await perform(context, narrator, cleanUp);
  } catch (error) {
    failure = error;
  }
  const leftovers = await cleanUp.run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  for (const it of leftovers) context.print(`\n   Clean-up: ${it.message}\n`);
  if (context.interrupted.aborted) context.print(`\nInterrupted; cleaned up after ${seconds} s.\n`);
  else if (failure !== null)
    context.print(`\n   ✗ ${describe(failure)}\n\nThe demo failed after ${seconds} s.\n`);
  else context.print(`\nAll ${narrator.checks} checks passed. ${seconds} s in total, cleaned up.\n`);
  return failure === null && leftovers.length === 0 ? 0 : 1;
}

async function perform(context: DemoContext, narrator: Narrator, cleanUp: CleanUp): Promise<void> {
  const { options, interrupted } = context;
  const url = await openService(options, narrator, cleanUp);
  const receiver = await Receiver.start(interrupted);
  cleanUp.add(() => receiver.stop());
  const stage = new Stage(narrator, new ApiClient(url, interrupted), receiver, cleanUp, interrupted);
  const ready = await stage.api.send('GET', '/health/ready');
  narrator.verify('GET /health/ready returns 200', ready.status, 200);
  await tellStory(stage, options.url === null ? null : options.adminToken);
}

async function openService(options: DemoOptions, narrator: Narrator, cleanUp: CleanUp): Promise<string> {
  if (options.url !== null) {
    narrator.step(`The service running at ${options.url}`);
    narrator.say('The demo deletes its endpoints at the end; all other records that it creates remain.');
    return options.url;
  }
  narrator.step('A separate service on an embedded PostgreSQL');
  const service = await startOwnService(cleanUp);
  narrator.show({
    address: service.url,
    data: `${service.folder} (removed at the end)`,
    settings: 'TEST_CLOCK=on',
  });
  return service.url;
}

/** Returns the message of an expected error, and the stack of any other. */
function describe(error: unknown): string {
  if (error instanceof VerificationError || error instanceof UnreachableError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
