-- A job moves forward in the transactions of its own work. Staff with several chosen organisations work as rt_scope, which could
-- not write jobs: their bulk acts and imports never ended. The job carries an organisation that the role sees.
grant insert, update, delete on engine.job, engine.job_row to rt_scope;
