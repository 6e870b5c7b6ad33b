import type { IncomingHttpHeaders } from 'node:http';
import express, { type Request } from 'express';
import { prefers } from './accept';

const requestWith = (headers: IncomingHttpHeaders): Request =>
  Object.assign(Object.create(express.request) as Request, { headers });

describe('prefers', () => {
  it.each([
    'text/csv',
    'TEXT/CSV',
    'text/csv; charset=utf-8',
    'text/csv;header=present;q=0.1',
    'text/csv, application/json',
    'application/json;q=0.5, text/csv;q=0.6',
    'text/html, application/xml;q=0.9, text/csv;q=0.8',
    'text/csv, */*',
    '*/*, text/csv;q=0.5',
  ])('%s prefers CSV', (accept) => {
    expect(prefers(requestWith({ accept }), 'text/csv')).toBe(true);
  });

  it.each([
    '*/*',
    'text/*',
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/csv',
    'text/csv;q=0.5, application/json;q=0.6',
    'text/csv;q=0',
    'text/csv;q=0, */*',
    'text/csvx',
    'application/pdf',
    'text/csv/x',
    '',
    ',;=',
  ])('%s stays JSON', (accept) => {
    expect(prefers(requestWith({ accept }), 'text/csv')).toBe(false);
  });

  it('a missing header stays JSON', () => {
    expect(prefers(requestWith({}), 'text/csv')).toBe(false);
  });
});
