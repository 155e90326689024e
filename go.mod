module github.com/robotsgate/robots

go 1.26
