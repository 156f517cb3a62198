import { useServiceDays } from '../format/use-service-days';
import css from './ui.module.css';

/** Says beside a range of days whose days they are; nothing where they are the user's own. */
export const ServiceDays = () => {
  const text = useServiceDays();
  return text === null ? null : <span className={css.serviceDays}>{text}</span>;
};
