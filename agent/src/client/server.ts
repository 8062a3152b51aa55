import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentCall } from '@farwatch/core/contracts/calls/agent-call';
import {
  type AgentTokenInput,
  type AgentTokenOutput,
  agentTokenCall,
  tokenMessage,
} from '@farwatch/core/contracts/calls/agent-token';
import { type CheckInInput, type CheckInOutput, checkInCall } from '@farwatch/core/contracts/calls/check-in';
import {
  type RegisterAgentInput,
  type RegisterAgentOutput,
  registerAgentCall,
} from '@farwatch/core/contracts/calls/register-agent';
import {
  type ReportTrialInput,
  type ReportTrialOutput,
  reportTrialCall,
} from '@farwatch/core/contracts/calls/report-trial';
import { SECOND_MS } from '@farwatch/core/values/time';
import { type Auth, getIdToken, signInWithCustomToken } from 'firebase/auth';
import { type Functions, httpsCallable } from 'firebase/functions';
import type { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log.ts';
import type { AgentKey } from '../state/keys.ts';
import { type CallFailure, describeFailure, failureOf, finalSentence } from './failure.ts';
import { retryDelay } from './retry-delay.ts';

const TIMEOUT_MS = 30 * SECOND_MS;

/** The server's callables; each throws what the SDK throws (see failure.ts), or ZodError for an unexpected answer. */
export type Calls = {
  registerAgent: (input: RegisterAgentInput) => Promise<RegisterAgentOutput>;
  agentToken: (input: AgentTokenInput) => Promise<AgentTokenOutput>;
  checkIn: (input: CheckInInput) => Promise<CheckInOutput>;
  reportTrial: (input: ReportTrialInput) => Promise<ReportTrialOutput>;
};

/**
 * Returns the server's callables. `onSeenAs` gets the address from which the server saw a call come, if the server
 * sends that.
 */
export function createCalls(functions: Functions, onSeenAs: (address: string) => void = () => undefined): Calls {
  return {
    registerAgent: callable(functions, registerAgentCall),
    agentToken: reportingAddress(callable(functions, agentTokenCall), onSeenAs),
    checkIn: reportingAddress(callable(functions, checkInCall), onSeenAs),
    reportTrial: callable(functions, reportTrialCall),
  };
}

function reportingAddress<In, Out extends { seenAs?: string | undefined }>(
  call: (input: In) => Promise<Out>,
  onSeenAs: (address: string) => void,
): (input: In) => Promise<Out> {
  return async (input) => {
    const answer = await call(input);
    if (answer.seenAs !== undefined) onSeenAs(answer.seenAs);
    return answer;
  };
}

function callable<Call extends AgentCall>(
  functions: Functions,
  { name, output }: Call,
): (input: z.output<Call['input']>) => Promise<z.output<Call['output']>> {
  const call = httpsCallable<z.output<Call['input']>, unknown>(functions, name, { timeout: TIMEOUT_MS });
  return async (input) => answerOf<Call['output']>(output, (await call(input)).data);
}

function answerOf<Output extends z.ZodType>(output: Output, data: unknown): z.output<Output> {
  return output.parse(data);
}

export type SessionOptions = {
  agentId: string;
  key: AgentKey;
  clock: Clock;
  auth: Auth;
  agentToken: (input: AgentTokenInput) => Promise<AgentTokenOutput>;
};

/** Signs the agent in with its key, its only secret (docs/agent.md, Identity). */
export class Session {
  private readonly options: SessionOptions;
  private signingIn: Promise<CallFailure | null> | null = null;

  constructor(options: SessionOptions) {
    this.options = options;
  }

  /** Signs in. Returns null once signed in, otherwise the failure. Simultaneous calls share one sign-in. */
  signIn(): Promise<CallFailure | null> {
    this.signingIn ??= this.signInOnce().finally(() => {
      this.signingIn = null;
    });
    return this.signingIn;
  }

  /** Throws if there is no valid token; a call without one would be refused as foreign. */
  async ensureToken(): Promise<void> {
    const user = this.options.auth.currentUser;
    if (!user) throw Object.assign(new Error('not signed in'), { code: 'functions/unauthenticated' });
    await getIdToken(user).catch((error: { code?: string }) => {
      const isOver = error.code !== 'auth/network-request-failed';
      throw isOver ? Object.assign(new Error('signed out'), { code: 'functions/unauthenticated' }) : error;
    });
  }

  /** Signs in, however long it takes. Returns the sentence for which the agent has to stop, or null. */
  async connect(log: Log, signal: AbortSignal): Promise<string | null> {
    for (let failures = 0; !signal.aborted; ) {
      const failure = await this.signIn();
      if (!failure) return null;
      const sentence = finalSentence(failure);
      if (sentence !== null) return sentence;
      failures += 1;
      if (failures === 1) log.warn(`Cannot reach the server (${describeFailure(failure)}). Retrying.`);
      const stopped = () => undefined;
      await sleep(retryDelay(failures, Math.random()), undefined, { signal }).catch(stopped);
    }
    return null;
  }

  private async signInOnce(): Promise<CallFailure | null> {
    const first = await this.tryToSignIn();
    // A refusal for a wrong clock contains the server's time.
    return first?.kind === 'refused' && first.refusal.reason === 'clock' ? this.tryToSignIn() : first;
  }

  private async tryToSignIn(): Promise<CallFailure | null> {
    const { agentId, key, clock, auth, agentToken } = this.options;
    const sentAtMs = clock.elapsed();
    const at = clock.now();
    try {
      const { token, serverAt } = await agentToken({ agentId, at, signature: key.sign(tokenMessage(agentId, at)) });
      clock.learn(serverAt, sentAtMs);
      await signInWithCustomToken(auth, token);
      return null;
    } catch (error) {
      const failure = failureOf(error);
      const serverAt = failure.kind === 'refused' ? failure.refusal.serverAt : undefined;
      if (serverAt !== undefined) clock.learn(serverAt, sentAtMs);
      return failure;
    }
  }
}
