import { useServiceDays } from '../format/use-service-days';
import css from './ui.module.css';

/**
 * Shows beside a range of days that they are days of the service; renders nothing if the user is in the same
 * time zone.
 */
export const ServiceDays = () => {
  const text = useServiceDays();
  return text === null ? null : <span className={css.serviceDays}>{text}</span>;
};
