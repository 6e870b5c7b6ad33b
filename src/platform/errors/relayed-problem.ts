import type { ServerResponse } from 'node:http';
import { RelayError, relayToCell, type RelayedRequest } from '../cells/cell-relay';
import { ServiceUnavailableError } from './app-error';
import { toProblem, type Problem } from './problem';

/**
 * Sends the request of a moved organization on to its new cell.
 *
 * @param problem of the request
 * @returns the problem to respond with; null if the other cell has responded
 */
export async function unlessRelayed(
  problem: Problem,
  request: RelayedRequest,
  response: ServerResponse,
): Promise<Problem | null> {
  if (problem.code !== 'organization_moved' || problem.location === undefined) return problem;
  try {
    return (await relayToCell(problem.location, request, response)) ? null : problem;
  } catch (error) {
    if (error instanceof RelayError) return toProblem(new ServiceUnavailableError(), request.requestId);
    throw error;
  }
}
