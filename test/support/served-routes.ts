import type { Express } from 'express';
import type { TestApp } from './test-app';

interface RoutingLayer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** Returns the routes that the router serves, including those that the API description leaves out. */
export function routesOf(app: TestApp): string[] {
  const express = app.app.getHttpAdapter().getInstance() as Express;
  return (express.router.stack as unknown as RoutingLayer[]).flatMap(({ route }) =>
    route === undefined
      ? []
      : Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`),
  );
}
