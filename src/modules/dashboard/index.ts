export { DashboardModule } from './dashboard.module';
export { SessionsService } from './sessions.service';
export { serveDashboard } from './serve-dashboard';
