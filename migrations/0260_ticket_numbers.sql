-- Five digits at least: cut to five, the numbers from 100,000 on met each other and no more tickets could be made.
alter table service.ticket alter column report_no
  set default 'R' || to_char(now() at time zone 'Asia/Shanghai', 'YYMMDD') || to_char(nextval('service.ticket_no'), 'FM9999999999999900000');
