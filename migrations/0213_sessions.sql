-- Sessions that are over go; programs open one every half hour.
create index session_over on identity.session (refresh_until);
