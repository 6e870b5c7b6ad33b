import { useState } from 'react';
import { useAction, useLive, useOrganization } from '../../api/hooks';
import { useSession } from '../../api/session';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form/form';
import { Alert, Card, Empty, PageTitle } from '../../ui/layout';
import { Time } from '../../ui/time';
import { MoveResult } from './move-result';
import { advanced, progressOf, STEPS, type Step } from './steps';
import { getTestClock, moveTestClock, stopTestClock, type Moved, type TestClock } from './test-clock';

export function TestClockPage() {
  const { settings } = useSession();
  return (
    <>
      <PageTitle title="Test clock" />
      {settings.test_clock ? (
        <Clock />
      ) : (
        <Empty title="The test clock is off">
          It moves the time of the service in test environments. The operator enables it with TEST_CLOCK=on.
        </Empty>
      )}
    </>
  );
}

function Clock() {
  const { data: clock, error } = useLive(['test clock'], () => getTestClock());
  const [moved, setMoved] = useState<Moved>();
  const move = useAction(moveTestClock);
  if (clock === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  const running = clock.move;
  const isMoving = move.isPending || running !== undefined;
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warn">
        A move changes the time of the whole service, for all organizations, and cannot be undone: time never
        moves back. Everything that becomes due on the way is processed in order.
      </Alert>
      <Card title="Time of the service">
        <p className="text-lg font-semibold" aria-live="polite">
          <Time at={clock.now} precision="second" />
        </p>
        {isMoving ? (
          <Progress clock={clock} />
        ) : (
          <Steps now={clock.now} onMove={(now) => move.mutate(now, { onSuccess: setMoved })} />
        )}
        {move.error !== null && <Alert>{move.error.message}</Alert>}
      </Card>
      <MoveTo now={clock.now} onMoved={setMoved} />
      {moved !== undefined && !isMoving && <MoveResult moved={moved} />}
    </div>
  );
}

const LABELS: Record<Step, string> = { day: 'By a day', week: 'By a week', month: 'By a month' };

function Steps({ now, onMove }: { now: string; onMove: (now: string) => void }) {
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <span className="text-muted">Advance</span>
      {STEPS.map((step) => (
        <Button key={step} onClick={() => onMove(advanced(now, step, timeZone))}>
          {LABELS[step]}
        </Button>
      ))}
    </div>
  );
}

function MoveTo({ now, onMoved }: { now: string; onMoved: (moved: Moved) => void }) {
  const timeZone = useOrganization()?.timezone;
  if (timeZone === undefined) return null;
  return (
    <Card title="Advance to an instant">
      <div className="max-w-sm">
        <Form
          fields={[{ name: 'now', label: 'Date and time', kind: 'instant', required: true, timeZone }]}
          submit="Advance"
          send={({ now: to }) => moveTestClock(typeof to === 'string' ? to : now)}
          onDone={onMoved}
        />
      </div>
    </Card>
  );
}

function Progress({ clock }: { clock: TestClock }) {
  const stop = useAction((_: null) => stopTestClock());
  return (
    <div className="mt-3 flex flex-col gap-2">
      <progress
        aria-label="Progress of the move"
        className="h-2 w-full appearance-none overflow-hidden rounded bg-accent-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-accent-soft [&::-webkit-progress-value]:bg-accent"
        {...(clock.move === undefined ? {} : { value: progressOf(clock.now, clock.move) })}
      />
      {clock.move !== undefined && (
        <p className="text-muted">
          Moving to <Time at={clock.move.to} />, processing everything that becomes due.
        </p>
      )}
      <div>
        <Button disabled={stop.isPending} onClick={() => stop.mutate(null)}>
          Stop here
        </Button>
      </div>
      {stop.error !== null && <Alert>{stop.error.message}</Alert>}
    </div>
  );
}
